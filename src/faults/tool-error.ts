/** A valid tool result that says the tool failed (`isError: true`). */

export interface ToolErrorFault {
  readonly kind: 'tool_error';
  /** Content blocks, put on the wire as they are. */
  readonly content: readonly unknown[];
  /** Left out where undefined. */
  readonly structuredContent?: unknown;
  readonly as: 'json' | 'sse';
}
