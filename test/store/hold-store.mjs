// Opens the store of the built package, saves one of everything, and holds the file until it is killed.
// The first argument is the database file, the second the URL of the built module.
const [file, module] = process.argv.slice(2);
const { openSqliteStore } = await import(module);
const store = openSqliteStore({ file });
store.reserveNumbers(500);
store.createWorkspace('seat-1');
store.saveSelection('seat-1', {
  scenario: 'tool_error',
  params: {},
  seed: 1,
  newSessionOn: 'idle',
  revision: 4,
  updatedAt: '2026-08-01T10:00:00.000Z',
});
process.stdout.write('saved\n');
setInterval(() => store.problem(), 60_000);
