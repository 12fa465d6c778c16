/** Wrong use of the command: the message is one line, and the exit code 2. */
export class UsageError extends Error {}
