/** How a server under load says where it is, and what it has cost so far. */

export interface Usage {
  /** Processor time since the process began, in microseconds. */
  readonly cpuMicros: number;
  /** Resident memory, in bytes. */
  readonly rssBytes: number;
}

export type Report = { readonly url: string } | { readonly usage: Usage };

/** Answers the bench until it goes away or says `stop`. */
export function announce(url: string, close: () => Promise<void> | void = () => undefined): void {
  const tell = (report: Report): void => {
    if (process.send === undefined) process.stdout.write(`${JSON.stringify(report)}\n`);
    else process.send(report);
  };
  const end = async (): Promise<void> => {
    await close();
    process.exit();
  };
  process.on('message', (message) => {
    if (message === 'stop') void end();
    if (message === 'usage') tell({ usage: measure() });
  });
  process.on('disconnect', () => {
    process.exit();
  });
  process.on('SIGTERM', () => {
    process.exit();
  });
  tell({ url });
}

function measure(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system, rssBytes: process.memoryUsage.rss() };
}
