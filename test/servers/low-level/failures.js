/**
 * The whole failure as JSON in the first text block, so that every client shows it to the model.
 * @param {{ errorCategory: string, isRetryable: boolean, errorCode: string, description: string }} contract
 */
export function failure(contract) {
  return { isError: true, content: [{ type: "text", text: JSON.stringify(contract) }] };
}

export function text(value) {
  return { content: [{ type: "text", text: value }] };
}

/** What the dispatcher makes of an error that no tool dealt with itself. */
export function unexpectedFailure(tool, error, log) {
  log(`${tool}: ${error instanceof Error ? error.stack : String(error)}`);
  if (error?.code === "ENOENT") {
    return failure({
      errorCategory: "validation",
      isRetryable: false,
      errorCode: "NOTE_UNKNOWN",
      description: "There is no note of that name. Call list_notes to see the names that exist.",
    });
  }
  if (error?.code === "EACCES" || error?.code === "EPERM") {
    return failure({
      errorCategory: "permission",
      isRetryable: false,
      errorCode: "NOTES_FOLDER_PROTECTED",
      description: "The server may not use the notes folder. Somebody has to correct its access rights first.",
      customerFriendlyMessage: "I have no access to the notes. The owner of the folder has to allow it.",
    });
  }
  return failure({
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "UNCLASSIFIED",
    description: `The tool ${tool} stopped for a reason this server does not know. Do not repeat the call; tell the operator.`,
  });
}
