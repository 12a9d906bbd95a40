/** One exchange as one readable line. */
import type { ObservationSummary } from '../observations/observation.js';
import { printable, type Colors } from './output.js';

/** How many characters of a session's id are shown; `kitchen end` takes them too. */
export const SHORT_SESSION = 8;

export function shortSession(id: string): string {
  return id.slice(0, SHORT_SESSION);
}

/** Time, number, session, message, status → outcome, fault, duration and findings of an exchange. */
export function formatObservation(observation: ObservationSummary, colors: Colors): string {
  const { number, session, refused, startedAt, durationMs, fault, findings, repeatOf } =
    observation;
  return [
    colors.dim(formatTime(new Date(startedAt))),
    `#${String(number)}`,
    session === null ? '-'.padEnd(SHORT_SESSION) : shortSession(session),
    formatMessage(observation),
    formatAnswer(observation, colors),
    ...(refused === null || refused === fault?.kind ? [] : [`refused: ${printable(refused)}`]),
    ...(fault === null ? [] : [colors.magenta(`fault ${printable(fault.kind)}`)]),
    ...(repeatOf === null ? [] : [`repeats #${String(repeatOf)}`]),
    ...(durationMs === null ? [] : [colors.dim(formatDuration(durationMs))]),
    ...findings.map(({ rule, text }) => colors.yellow(`! ${rule} ${printable(text, 200)}`)),
  ].join('  ');
}

function formatMessage({ rpc, http }: ObservationSummary): string {
  if (rpc.method === null) {
    const path = printable(http.path);
    return rpc.kind === 'none'
      ? `${printable(http.method)} ${path}`
      : `${printable(http.method)} (${rpc.kind})`;
  }
  return [rpc.method, rpc.name]
    .filter((part) => part !== null)
    .map((part) => printable(part))
    .join(' ');
}

function formatAnswer(observation: ObservationSummary, colors: Colors): string {
  const { state, http, outcome, layer, errorCode } = observation;
  if (state === 'open') return colors.dim('… open');
  const code = errorCode === null ? '' : ` ${String(errorCode)}`;
  const color =
    layer === 'application' && outcome !== 'TOOL_ERROR'
      ? colors.green
      : layer === 'interaction' || outcome === 'ACCEPTED' || outcome === 'STREAM'
        ? colors.cyan
        : colors.red;
  return `${http.status === null ? '-' : String(http.status)} → ${color(outcome + code)}`;
}

/** Local time of the day, to the millisecond. */
function formatTime(date: Date): string {
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((value) => String(value).padStart(2, '0'))
    .join(':');
  return `${clock}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

function formatDuration(ms: number): string {
  return ms < 1_000 ? `${String(Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
