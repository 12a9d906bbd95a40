/** A client of the admin API that holds all that is sent and answered against the OpenAPI document. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import { closed, documentShape, type Operation, pointer, typed } from './openapi-shapes.js';

export interface Call {
  /** Verb and path as the document has it, say `GET /api/scenarios/{id}`. */
  readonly call: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string as it is. */
  readonly body?: unknown;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined where there is none, or it is a stream. */
  readonly json: unknown;
}

export type Send = (path: string, init: RequestInit) => Response | Promise<Response>;

export class Contract {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #paths: z.output<typeof documentShape>['paths'];
  readonly #send: Send;
  /** Statuses that were answered, each as `GET /api/health 200`. */
  readonly met = new Set<string>();

  private constructor(document: object, send: Send) {
    this.#paths = documentShape.parse(document).paths;
    this.#send = send;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(z.record(z.string(), z.unknown()).parse(document), 'document');
    // An answer may say nothing that is not documented, although a client has to bear it.
    this.#ajv.addSchema(z.record(z.string(), z.unknown()).parse(closed(document)), 'closed');
  }

  /** @throws where the document is no valid OpenAPI 3.1 */
  static async read(send: Send, headers: Readonly<Record<string, string>> = {}): Promise<Contract> {
    const response = await send('/api/openapi.json', { headers });
    const document = z.looseObject({ openapi: z.string() }).parse(await response.json());
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    if (!valid) throw new Error(`no OpenAPI: ${JSON.stringify(errors)}`);
    return new Contract(document, send);
  }

  /** The same contract with another kitchen. */
  over(send: Send): Pick<Contract, 'ask'> {
    return { ask: (call) => this.#ask(call, send) };
  }

  /** Every operation as `GET /api/health`. */
  get operations(): readonly string[] {
    return Object.entries(this.#paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
  }

  operation(call: string): Operation {
    const [verb = '', path = ''] = call.split(' ');
    const found = this.#paths[path]?.[verb.toLowerCase()];
    if (found === undefined) throw new Error(`${call} is not in the document`);
    return found;
  }

  /** Every status that the document names, each as `GET /api/health 200`. */
  get statuses(): readonly string[] {
    return this.operations.flatMap((call) =>
      Object.keys(this.operation(call).responses).map((status) => `${call} ${status}`),
    );
  }

  /** Asks, and throws where request or answer are not as documented. */
  ask(call: Call): Promise<Answered> {
    return this.#ask(call, this.#send);
  }

  async #ask({ call, path = {}, query, headers = {}, body }: Call, send: Send): Promise<Answered> {
    const [verb = '', template = ''] = call.split(' ');
    const operation = this.operation(call);
    const target = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(path[name] ?? ''),
    );
    const search = query === undefined ? '' : `?${String(new URLSearchParams(query))}`;
    const response = await send(`${target}${search}`, {
      method: verb,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    this.met.add(`${call} ${String(response.status)}`);
    if (response.ok) this.#checkRequest(call, operation, { path, query, headers, body });
    return {
      status: response.status,
      headers: response.headers,
      json: await this.#read(call, response),
    };
  }

  /** Whether the document lets a body pass. */
  takes(call: string, body: unknown): boolean {
    const at = pointer(call, 'requestBody', 'content', 'application/json', 'schema');
    return this.#ajv.validate({ $ref: `document${at}` }, body);
  }

  /** Throws where a value is not what a component of the document says. */
  checkComponent(name: string, value: unknown): void {
    this.#check(`closed#/components/schemas/${name}`, value, name);
  }

  #checkRequest(
    call: string,
    { parameters, requestBody }: Operation,
    given: Omit<Call, 'call'>,
  ): void {
    const parts: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = {
      path: given.path,
      query: given.query,
      header: given.headers,
    };
    for (const [index, { in: part, name, required }] of parameters.entries()) {
      const text = parts[part]?.[name];
      if (text === undefined) {
        if (required) throw new Error(`${call} was taken without ${name}`);
        continue;
      }
      const at = pointer(call, 'parameters', String(index), 'schema');
      this.#check(`document${at}`, typed(text), `${name} of ${call}`, text);
    }
    const known = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    const unknown = Object.keys(given.query ?? {}).filter((name) => !known.includes(name));
    if (unknown.length > 0)
      throw new Error(`${call} took ${unknown.join()}, which is not documented`);
    if (given.body === undefined) return;
    if (requestBody === undefined) throw new Error(`${call} took a body, which is not documented`);
    const at = pointer(call, 'requestBody', 'content', 'application/json', 'schema');
    this.#check(`document${at}`, given.body, `the body of ${call}`);
  }

  async #read(call: string, response: Response): Promise<unknown> {
    const status = String(response.status);
    const documented = this.operation(call).responses[status];
    if (documented === undefined)
      throw new Error(`${call} answered ${status}, which is not documented`);
    for (const name of Object.keys(documented.headers)) {
      if (!response.headers.has(name))
        throw new Error(`${call} answered ${status} without ${name}`);
    }
    const mediaType = response.headers.get('Content-Type');
    if (mediaType === 'text/event-stream' && mediaType in documented.content) {
      await response.body?.cancel();
      return undefined;
    }
    const text = await response.text();
    if (text === '' && Object.keys(documented.content).length === 0) return undefined;
    if (mediaType === null || !(mediaType in documented.content)) {
      throw new Error(
        `${call} answered ${status} as ${String(mediaType)}, which is not documented`,
      );
    }
    const json: unknown = JSON.parse(text);
    const at = pointer(call, 'responses', status, 'content', mediaType, 'schema');
    this.#check(`closed${at}`, json, `the ${status} of ${call}`);
    return json;
  }

  #check($ref: string, value: unknown, what: string, alternative: unknown = value): void {
    const validate = this.#ajv.getSchema($ref) ?? this.#ajv.compile({ $ref });
    if (validate(value) === true || validate(alternative) === true) return;
    throw new Error(`${what} is not as documented: ${this.#ajv.errorsText(validate.errors)}`);
  }
}
