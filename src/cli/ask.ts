/** Asks at the terminal; undefined where nobody sits at one, or in a CI system. */
export function terminalAsk(): ((question: string) => Promise<string>) | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env["CI"]) return undefined;
  return async (question) => {
    const { createInterface } = await import("node:readline/promises");
    return new Promise((resolve) => {
      const terminal = createInterface({ input: process.stdin, output: process.stdout });
      // Whoever ends the input without a word has not agreed to anything.
      terminal.once("close", () => {
        resolve("no");
      });
      terminal.question(question).then(
        (answer) => {
          resolve(answer);
          terminal.close();
        },
        () => {
          resolve("no");
        },
      );
    });
  };
}
