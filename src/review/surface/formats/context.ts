/** What a format says about the surface beside the surface itself. */
export interface SurfaceContext {
  /** The name of the project, where its package.json has one. */
  readonly project?: string | undefined;
  /** The commit that the sources stand at, shortened, where there is one. */
  readonly commit?: string | undefined;
  /** The address of a line of a source; undefined where places are not links. */
  readonly link?: ((file: string, line: number) => string) | undefined;
}

/** "Error surface of orders at 3f2c1ab". */
export function titleOf({ project, commit }: SurfaceContext): string {
  return `Error surface${project === undefined ? "" : ` of ${project}`}${commit === undefined ? "" : ` at ${commit}`}`;
}
