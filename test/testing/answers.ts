/** Whether a kitchen still serves. */
import type { Kitchen } from '../../src/kitchen-options.js';

export async function answers({ apiUrl }: Kitchen): Promise<boolean> {
  const response = await fetch(`${apiUrl}/health`).catch(() => null);
  return response?.ok === true;
}
