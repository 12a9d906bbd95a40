// Runs a kitchen of the built package in a process of its own, and answers questions about that process.
// Arguments: the URL of the built module, the options of createKitchen() as JSON.
const [module, options] = process.argv.slice(2);
const { createKitchen } = await import(module);

const failures = [];
process.on('unhandledRejection', (error) => failures.push(`unhandled rejection: ${error?.stack}`));
process.on('uncaughtException', (error) => failures.push(`uncaught exception: ${error?.stack}`));

const errors = [];
const log = (entry) => {
  if (entry.level === 'error') errors.push(entry);
};
const kitchen = await createKitchen({ port: 0, ...JSON.parse(options), log });

const answers = {
  // Twice, since what a first collection finalises only a second one frees.
  process() {
    globalThis.gc();
    globalThis.gc();
    const { heapUsed, external, rss } = process.memoryUsage();
    const handles = {};
    for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
    const maxRss = process.resourceUsage().maxRSS * 1024;
    return { heapUsed, external, rss, maxRss, handles, failures, errors };
  },
  records() {
    const counts = { all: 0, open: 0 };
    for (let after = 0; ;) {
      const page = kitchen.service.summaries('default', { after, limit: 500 });
      counts.all += page.length;
      counts.open += page.filter(({ state }) => state === 'open').length;
      if (page.length < 500) return counts;
      after = page.at(-1).number;
    }
  },
  endSessions() {
    for (const { name } of kitchen.service.workspaces()) kitchen.endSessions(name);
    return true;
  },
  health: () => kitchen.service.health(),
};

process.on('message', ({ id, question }) => {
  process.send({ id, answer: answers[question]() });
});
process.on('disconnect', () => process.exit());
process.send({ id: 0, answer: { port: kitchen.port } });
