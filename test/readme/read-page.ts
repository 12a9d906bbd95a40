/** Reads a Markdown page: its code blocks, the commands in them, and its tables. */

export interface Fence {
  readonly language: string;
  /** The text of the block; every line ends with a line feed. */
  readonly code: string;
  /** The heading that it stands under. */
  readonly heading: string;
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly heading: string;
}

export interface Step {
  readonly command: string;
  readonly output: string;
}

export function readPage(page: string): { fences: readonly Fence[]; tables: readonly Table[] } {
  const fences: Fence[] = [];
  const tables: Table[] = [];
  let heading = '';
  let fence: { language: string; code: string } | null = null;
  let rows: (readonly string[])[] = [];
  for (const line of page.split('\n')) {
    if (fence !== null) {
      if (line !== '```') fence.code += `${line}\n`;
      else {
        fences.push({ ...fence, heading });
        fence = null;
      }
      continue;
    }
    if (line.startsWith('|')) rows.push(readCells(line));
    else if (rows.length > 0) {
      const [head = [], , ...body] = rows;
      tables.push({ head, rows: body, heading });
      rows = [];
    }
    if (line.startsWith('```')) fence = { language: line.slice(3), code: '' };
    heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
  }
  return { fences, tables };
}

function readCells(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

/** The commands of a block, each behind `$`, on several lines where they end with a backslash. */
export function readSteps(code: string): readonly Step[] {
  return code
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const command = /^(?:.*\\\n)*.*$/m.exec(text)?.[0] ?? '';
      return { command, output: text.slice(command.length + 1) };
    });
}

export function writeSteps(steps: readonly Step[]): string {
  return steps.map(({ command, output }) => `$ ${command}\n${output}`).join('');
}

/** What stands in backticks in a cell. */
export function codesOf(cell = ''): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}
