/** A JSON-RPC error instead of the healthy answer. */

export interface JsonRpcErrorFault {
  readonly kind: 'jsonrpc_error';
  readonly code: number;
  readonly message: string;
  /** Left out of the error object where undefined. */
  readonly data?: unknown;
  /** 200 to 599. */
  readonly httpStatus: number;
  readonly as: 'json' | 'sse';
}
