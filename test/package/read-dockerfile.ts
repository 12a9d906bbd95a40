/** Reads a Dockerfile: instructions with continued lines joined, without comments. */

export interface Instruction {
  /** In capitals: `RUN`. */
  readonly keyword: string;
  /** `--from=build` and the like, by name. */
  readonly flags: Readonly<Record<string, string>>;
  readonly text: string;
}

export function readDockerfile(text: string): readonly Instruction[] {
  return text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const {
        keyword = '',
        flags = '',
        rest = '',
      } = /^(?<keyword>\S+)(?<flags>(?:\s+--\S+)*)\s+(?<rest>.*)$/.exec(line)?.groups ?? {};
      const pairs = [...flags.matchAll(/--(?<name>[^\s=]+)=(?<value>\S+)/g)];
      return {
        keyword: keyword.toUpperCase(),
        flags: Object.fromEntries(
          pairs.map(({ groups }) => [groups?.['name'] ?? '', groups?.['value'] ?? '']),
        ),
        text: rest.trim(),
      };
    });
}
