/** Where the code stands that does the work: in the handler, or in a function that the handler reaches. */
import type { Unit } from "./code.js";

export interface Work {
  /** Of the function: `loadOrders`. */
  readonly name: string;
  /** Of a class or an object that holds it: `Orders`. */
  readonly subject: string;
  readonly parameter: string;
  readonly parameterType: string;
  readonly returns: string;
  readonly statements: readonly string[];
}

export interface Placed {
  readonly call: string;
  readonly units: readonly Unit[];
}

export interface Placement {
  readonly name: string;
  /** Undefined: the statements stay in the handler. */
  readonly place?: (work: Work) => Placed;
}

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
const signature = ({ parameter, parameterType, returns }: Work): string =>
  `(${parameter}: ${parameterType}): Promise<${returns}>`;
const body = ({ statements }: Work): string => `{\n${statements.join("\n")}\n}`;
const asFunction = (work: Work): string => `async function ${work.name}${signature(work)} ${body(work)}`;
const method = (work: Work, name = work.name): string => `async ${name}${signature(work)} ${body(work)}`;

const TIMED: Unit = {
  name: "timed",
  file: "src/timed.ts",
  code: "export function timed<A extends unknown[], R>(label: string, work: (...args: A) => Promise<R>) {\nreturn async (...args: A): Promise<R> => {\nconst started = Date.now();\ntry {\nreturn await work(...args);\n} finally {\nconsole.error(`${label}: ${Date.now() - started} ms`);\n}\n};\n}",
};

const calledBy = (name: string, { parameter }: Work): string => `${name}(${parameter})`;

/** A class in the file, or in one of its own. */
function ofClass(name: string, members: (work: Work) => string, file?: string): Placement {
  return {
    name,
    place: (work) => {
      const holder = `${work.subject}Service`;
      return {
        call: calledBy(`${lower(holder)}.${work.name}`, work),
        units: [
          { name: holder, code: `class ${holder} {\n${members(work)}\n}`, ...(file === undefined ? {} : { file }) },
          { name: lower(holder), code: `const ${lower(holder)} = new ${holder}();` },
        ],
      };
    },
  };
}

export const PLACEMENTS: readonly Placement[] = [
  { name: "inline" },
  {
    name: "helper-in-file",
    place: (work) => ({ call: calledBy(work.name, work), units: [{ name: work.name, code: asFunction(work) }] }),
  },
  {
    name: "arrow-in-file",
    place: (work) => ({
      call: calledBy(work.name, work),
      units: [{ name: work.name, code: `const ${work.name} = async ${signature(work)} => ${body(work)};` }],
    }),
  },
  {
    name: "other-file",
    place: (work) => ({
      call: calledBy(work.name, work),
      units: [{ name: work.name, code: asFunction(work), file: "src/lookups.ts" }],
    }),
  },
  {
    name: "barrel",
    place: (work) => ({
      call: calledBy(work.name, work),
      units: [{ name: work.name, code: asFunction(work), file: "src/lib/lookups.ts", barrel: "src/lib/index.ts" }],
    }),
  },
  {
    name: "namespace",
    place: (work) => ({
      call: calledBy(`lookups.${work.name}`, work),
      units: [{ name: "lookups", how: "namespace", code: asFunction(work), file: "src/lookups.ts" }],
    }),
  },
  ofClass("class-method", (work) => method(work)),
  ofClass("class-elsewhere", (work) => method(work), "src/services.ts"),
  ofClass(
    "private-method",
    (work) =>
      `async ${work.name}${signature(work)} {\nreturn this.#${calledBy(work.name, work)};\n}\n\n${method(work, `#${work.name}`)}`,
  ),
  {
    name: "static-method",
    place: (work) => ({
      call: calledBy(`${work.subject}Lookup.${work.name}`, work),
      units: [
        {
          name: `${work.subject}Lookup`,
          file: "src/lookup.ts",
          code: `class ${work.subject}Lookup {\nstatic ${method(work)}\n}`,
        },
      ],
    }),
  },
  {
    name: "factory-closure",
    place: (work) => ({
      call: calledBy("lookup", work),
      units: [
        { name: "lookup", code: `const lookup = create${work.subject}Lookup("tool");` },
        {
          name: `create${work.subject}Lookup`,
          file: "src/create-lookup.ts",
          code: `export function create${work.subject}Lookup(caller: string) {\nreturn async ${signature(work)} => {\nconsole.error(\`\${caller}: ${work.name}\`);\n${work.statements.join("\n")}\n};\n}`,
        },
      ],
    }),
  },
  {
    name: "wrapper",
    place: (work) => ({
      call: calledBy(work.name, work),
      units: [
        {
          name: work.name,
          code: `const ${work.name} = timed("${work.name}", async ${signature(work)} => ${body(work)});`,
        },
        TIMED,
      ],
    }),
  },
  {
    name: "bind",
    place: (work) => ({
      call: calledBy(work.name, work),
      units: [
        { name: work.name, code: `const ${work.name} = ${work.name}For.bind(undefined, "tool");` },
        {
          name: `${work.name}For`,
          code: `async function ${work.name}For(caller: string, ${work.parameter}: ${work.parameterType}): Promise<${work.returns}> {\nconsole.error(\`\${caller}: ${work.name}\`);\n${work.statements.join("\n")}\n}`,
        },
      ],
    }),
  },
  {
    name: "table",
    place: (work) => ({
      call: calledBy(`lookups.${work.name}`, work),
      units: [{ name: "lookups", file: "src/lookups.ts", code: `const lookups = {\n${method(work)},\n};` }],
    }),
  },
  {
    name: "injected",
    place: (work) => ({
      call: calledBy(`services.${lower(work.subject)}.${work.name}`, work),
      units: [
        { name: "services", code: "const services = createServices();" },
        {
          name: "createServices",
          file: "src/services/index.ts",
          code: `export function createServices(): { ${lower(work.subject)}: ${work.subject}Lookup } {\nreturn { ${lower(work.subject)}: new Remote${work.subject}Lookup() };\n}`,
        },
        {
          name: `Remote${work.subject}Lookup`,
          file: "src/services/remote.ts",
          code: `class Remote${work.subject}Lookup implements ${work.subject}Lookup {\n${method(work)}\n}`,
        },
        {
          name: `${work.subject}Lookup`,
          file: "src/services/types.ts",
          how: "type",
          code: `interface ${work.subject}Lookup {\n${work.name}${signature(work)};\n}`,
        },
      ],
    }),
  },
];
