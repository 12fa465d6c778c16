import { testRule, tool, withOptions } from "../support/rule-tester.js";

const field = "partialResults";

/** A loop that does this work for each of the ids, and notes which are done. */
const looped = (work: string, before = ""): string =>
  `${before}  const done = [];\n  for (const one of args.all) {\n    ${work}\n    done.push(one.id);\n  }\n  return { content: [{ type: 'text', text: done.join() }] };`;

/** Goes through pages of orders, and deletes the copies of each; `marked`: where the first loss is told. */
const pagewise = (copies: string, marked = false): string => {
  const page = "const page = await api.list(`/orders?page=${at}`);";
  return [
    "  const log = [];",
    "  for (let at = 1, more = true; more; at++) {",
    marked ? `⟦${page}⟧` : page,
    "    for (const order of page.entries) {",
    `      const copies = ${copies};`,
    "      for (const copy of copies) {",
    "        try {",
    "          await api.request(`/copies/${copy.id}`, { method: 'DELETE' });",
    "          log.push(`deleted ${copy.id}`);",
    "        } catch (error) {",
    "          log.push(`${copy.id}: ${error.message}`);",
    "        }",
    "      }",
    "    }",
    "    more = page.more;",
    "  }",
    "  return { content: [{ type: 'text', text: log.join() }] };",
  ].join("\n");
};

const PICTURES = "  const pictures = await uploadPaths(client, args.paths);\n";
const ANSWER = "  return { content: [{ type: 'text', text: JSON.stringify({ sent, pictures }) }] };";

/** What is sent to the service, by the work of a round; it changes nothing. */
const READS = [
  "await db.execute('DESCRIBE ??', [one.table]);",
  "await db.run('DESC orders');",
  "await executeGraphQL(`query getProduct($id: ID!) { product(id: $id) { id } }`, { id: one.id });",
  "await executeGraphQL(`#graphql\n query product($id: ID!) { product(id: $id) { id } }`, { id: one.id });",
  "await executeGraphQL('{ product { id } }');",
];

/** What a second call puts in its place. */
const PUTS = [
  "client.put(`/tasks/${one.id}`, one)",
  "client.patch(`/tasks/${one.id}`, one)",
  "client.request(`collects/${one.id}.json`, { method: 'PUT', body: one })",
];

/** Nothing says whether a second call does this again. */
const UNCLEAR = [
  "applyFeedback(one.id)",
  "api.uploadFile(one.path)",
  "client.request(one.url, { method: 'POST', body: one })",
  "executeGraphQL(`mutation rename($id: ID!) { renameProduct(id: $id) { id } }`, { id: one.id })",
];

/** Nothing is known to be there twice after a second call: it asks, ends in the same state, or is the server's own. */
const HARMLESS = [
  "api.runJob(one.id)",
  "api.createOrReplace(one)",
  "session.send(one)",
  "client.request('/graphql', { method: 'POST', body: one })",
  "client.post('/orders/search', one)",
  "client.post(`/tables/${one.id}/refresh`, {})",
  "client.request(`/orders/${one.id}/mark_as_read`, { method: 'POST' })",
];

/** Of these something is there once more, or the work finds nothing left, where it is done again. */
const CLEAR = [
  "client.request(`/cards/${one.id}/labels`, { method: 'POST', body: one })",
  "client.post('/orders', one)",
  "client.post(`/tables/${one.id}/refreshes`, one)",
  "shop.createOrder(one)",
  "drive.files.create(one)",
  "shop.updateStock(one.id, one.sold)",
  "executeGraphQL(`mutation ($id: ID!) { sent: sendInvoice(id: $id) { id } }`, { id: one.id })",
  "db.run('INSERT INTO orders VALUES (?)', [one.id])",
];

const nameOf = (work: string): string => `${work.replace(/\(.*/u, "")}()`;

testRule(
  "no-lost-partial-results",
  withOptions({ steps: true }, [
    ...UNCLEAR.map((work) => ({
      name: `what a second call may do again, or not: ${work}`,
      code: tool(looped(`await ${work};`)),
    })),
    ...HARMLESS.map((work) => ({ name: `what a second call may do: ${work}`, code: tool(looped(`await ${work};`)) })),
    ...READS.map((work) => ({ name: `a statement that reads: ${work}`, code: tool(looped(work)) })),
    ...PUTS.map((work) => ({
      name: `what a second call puts in its place: ${work}`,
      code: tool(looped(`await ${work};`)),
    })),
    {
      name: "what is deleted of the list that each round looks up",
      code: tool(pagewise("(await api.list(`/orders/${order.id}/copies`)).entries")),
    },
    ...[
      looped("await api.sendReport(one.id);"),
      "  const all = await Promise.all(args.ids.map((id) => api.createReport(id)));\n  return { content: [{ type: 'text', text: all.join() }] };",
      "  const report = await api.createReport(args.id);\n  await api.notify(report.id);\n  return { content: [{ type: 'text', text: report.id }] };",
    ].map((body, at) => ({
      name: `a tool that says that it only reads (${at})`,
      code: tool(body).replace('description: "d"', 'description: "d", annotations: { readOnlyHint: true }'),
    })),
    ...[
      "  const text = withPictures(args.text, pictures);\n  const sent = await client.query(CREATE_COMMENT_MUTATION, { input: { text } });\n",
      "  const text = withPictures(args.text, pictures);\n  const sent = await client.query('mutation create($text: String!) { create(text: $text) }', { text });\n",
      "  const now = await client.query(GET_ISSUE_QUERY, { id: args.id });\n  const text = withPictures(now.text, linksOf(pictures));\n  const sent = await client.query(UPDATE_ISSUE_MUTATION, { text });\n",
      "  const links = linksOf(pictures);\n  const input = await inputOf(client, links);\n  const sent = await client.createPage(input);\n",
    ].map((finish) => ({
      name: `an upload that goes into what is made later: ${finish.trim()}`,
      code: tool(`${PICTURES}${finish}${ANSWER}`),
    })),
  ]),
  withOptions({ steps: true }, [
    ...PUTS.map((work) => ({
      name: `what a second call puts in its place, by option: ${work}`,
      options: { convergentWrites: true },
      code: tool(looped(`⟦await ${work};⟧`)),
      problems: [{ messageId: "convergentDropped", data: { what: nameOf(work), field } }],
    })),
    {
      name: "what is put to something that a second call makes anew",
      code: tool(
        looped(
          "⟦await client.put(`/tasks/${task.id}/links/${one.id}`);⟧",
          "  const task = await client.post('/tasks', { name: args.name });\n",
        ),
      ),
      problems: [{ messageId: "stepDropped", data: { what: "client.put()", done: "client.post()", field } }],
    },
    ...UNCLEAR.map((work) => ({
      name: `what a second call may do again, or not, by option: ${work}`,
      options: { unclearWrites: true },
      code: tool(looped(`⟦await ${work};⟧`)),
      problems: [{ messageId: "resultsDropped", data: { gathered: "done", what: nameOf(work), field } }],
    })),
    ...CLEAR.map((work) => ({
      name: `what a second call does again: ${work}`,
      code: tool(looped(`⟦await ${work};⟧`)),
      problems: [{ messageId: "resultsDropped", data: { gathered: "done", what: nameOf(work), field } }],
    })),
    ...[
      "db.execute('DELETE FROM orders WHERE id = ?', [one.id])",
      "executeGraphQL(`mutation send($id: ID!) { send(id: $id) { id } }`, { id: one.id })",
      "client.patch(`/tasks/${one.id}`, [{ op: 'add', path: '/links/-', value: one.link }])",
    ].map((work) => ({
      name: `a statement that changes something: ${work}`,
      code: tool(looped(`⟦await ${work};⟧`)),
      problems: [
        { messageId: "resultsDropped", data: { gathered: "done", what: `${work.replace(/\(.*/u, "")}()`, field } },
      ],
    })),
    {
      name: "a tool that says that it changes something",
      code: tool(looped("⟦await api.sendReport(one.id);⟧")).replace(
        'description: "d"',
        'description: "d", annotations: { readOnlyHint: false }',
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "done", what: "api.sendReport()", field } }],
    },
    ...[
      [
        "an upload of which nothing is made",
        "  ⟦const sent = await client.query(CREATE_COMMENT_MUTATION, { id: args.id });⟧\n",
      ],
    ].map(([name, rest]) => ({
      name: `${String(name)}, by option`,
      options: { unclearWrites: true },
      code: tool(`${PICTURES}${rest}${ANSWER}`),
      problems: [
        {
          messageId: "stepDropped",
          data: { what: "client.query()", done: "uploadPaths()", field },
        },
      ],
    })),
  ]),
);

/** A step that adds something, and then another one. */
const STEPS = {
  named:
    "  const issue = await api.createIssue(args.title);\n  ⟦await api.addLabels(issue.id, args.labels);⟧\n  return { content: [{ type: 'text', text: issue.url }] };",
  unnamed:
    "  await mail.sendInvoice(args.id);\n  ⟦await ledger.update(args.id);⟧\n  return { content: [{ type: 'text', text: 'Sent.' }] };",
};

testRule(
  "no-lost-partial-results",
  Object.entries(STEPS).map(([name, body]) => ({
    name: `a later step fails, without the option: ${name}`,
    code: tool(body.replaceAll(/[⟦⟧]/gu, "")),
  })),
  withOptions({ steps: true }, [
    {
      name: "a later step fails, by option: named",
      code: tool(STEPS.named),
      problems: [
        {
          messageId: "stepDropped",
          data: { what: "api.addLabels()", done: "api.createIssue()", field },
        },
      ],
    },
    {
      name: "a later step fails, by option: unnamed",
      code: tool(STEPS.unnamed),
      problems: [
        {
          messageId: "stepDropped",
          data: { what: "ledger.update()", done: "mail.sendInvoice()", field },
        },
      ],
    },
  ]),
);
