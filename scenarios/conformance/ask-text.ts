/** The form that most of the suite's dialogues ask. */
import type { InputAsk } from 'mcp-fault-kitchen';

/** Asks for one text, called `field`. */
export function askText(message: string, field: string): InputAsk {
  return {
    kind: 'form',
    message,
    schema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
  };
}
