/** What a page does to a kitchen; runs in the browser, in every page that a test opens. */
/* global document, Blob, EventSource, WebSocket, addEventListener, navigator */

const SHOWN = ['kitchen-session', 'kitchen-exchange', 'kitchen-fault', 'mcp-session-id'];

/** Fetches; tells all that the page can see of the answer. */
globalThis.ask = async (url, init) => {
  try {
    const response = await fetch(url, init);
    return {
      status: response.status,
      type: response.type,
      headers: Object.fromEntries(SHOWN.map((name) => [name, response.headers.get(name)])),
      text: await response.text(),
    };
  } catch (error) {
    return { failed: error.name };
  }
};

/** Submits a form into a frame; tells whether the page can look into the answer. */
globalThis.submitForm = ({ action, enctype, fields, referrerPolicy }) => {
  const frame = document.createElement('iframe');
  frame.name = 'answer';
  const form = document.createElement('form');
  Object.assign(form, { action, enctype, method: 'post', target: 'answer' });
  if (referrerPolicy) {
    const meta = Object.assign(document.createElement('meta'), { name: 'referrer' });
    document.head.append(Object.assign(meta, { content: referrerPolicy }));
  }
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { name, value }));
  }
  document.body.append(frame, form);
  return new Promise((resolve) => {
    frame.addEventListener('load', () => {
      resolve({ readable: frame.contentDocument !== null });
      frame.remove();
    });
    form.submit();
  });
};

/** Puts an element with an address into the page; tells how it ended, and whether the page can look into it. */
globalThis.embed = (tag, url) => {
  const element = document.createElement(tag);
  return new Promise((resolve) => {
    for (const type of ['load', 'error']) {
      element.addEventListener(type, () => {
        resolve({ ended: type, readable: Boolean(element.contentDocument) });
      });
    }
    if (tag === 'link') element.rel = 'stylesheet';
    element[tag === 'link' ? 'href' : 'src'] = url;
    document.body.append(element);
  });
};

const howItOpens = (source) =>
  new Promise((resolve) => {
    source.addEventListener('open', () => resolve('open'));
    source.addEventListener('error', () => resolve('error'));
  });
globalThis.openSocket = (url) => howItOpens(new WebSocket(url));
globalThis.openEvents = (url) => howItOpens(new EventSource(url));

globalThis.beacon = (url, text) =>
  navigator.sendBeacon(url, new Blob([text], { type: 'text/plain' }));

/** The same as `ask`, from a frame whose origin is `null`. */
globalThis.askSandboxed = (url, init = {}) => {
  const frame = document.createElement('iframe');
  frame.sandbox = 'allow-scripts';
  // What is defined here may come to a sandboxed frame only after its own script.
  frame.srcdoc = `<script>
    const SHOWN = ${JSON.stringify(SHOWN)};
    const ask = ${String(globalThis.ask)};
    ask(${JSON.stringify(url)}, ${JSON.stringify(init)}).then((seen) => parent.postMessage(seen, '*'));
  </script>`;
  return new Promise((resolve) => {
    addEventListener('message', ({ data }) => resolve(data), { once: true });
    document.body.append(frame);
  });
};
