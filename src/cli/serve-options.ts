/** The options of `kitchen serve`, and what they mean to the kitchen. */
import { delimiter } from 'node:path';
import type { Option } from 'commander';
import { optionValues } from '../check-options.js';
import type { KitchenOptions } from '../kitchen-options.js';
import { allowed, duration, integer, list, option, scenarioOptions, size } from './options.js';
import { type Protocol, PROTOCOLS } from '../server-info.js';
import { LOG_LEVELS, type LogLevel } from './serve-log.js';

export interface ServeOptions {
  readonly port: number;
  readonly tls?: number;
  readonly host: string;
  readonly db?: string;
  readonly scenario?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly seed?: number;
  readonly scenarios?: readonly string[];
  readonly protocol: Protocol;
  readonly idleTimeout?: number;
  readonly maxBody?: number;
  readonly recordCap?: number;
  readonly recordBytes?: number;
  readonly recordCount?: number;
  readonly recordAge?: number;
  readonly openWorkspaces?: true;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly marks: boolean;
  readonly adminToken?: string;
  readonly mcpToken?: string;
  readonly logLevel: LogLevel;
  readonly json?: true;
}

const retention = optionValues.retention.shape;

export function serveOptions(): readonly Option[] {
  return [
    option('--port <PORT>', 'port to listen on; 0 takes a free one')
      .default(4242)
      .argParser(integer(0, 65_535)),
    option('--tls <PORT>', 'second port, with TLS and a certificate made at start').argParser(
      integer(0, 65_535),
    ),
    option('--host <HOST>', 'address to listen on')
      .default('127.0.0.1')
      .argParser(allowed(optionValues.host)),
    option(
      '--db <FILE>',
      'database file, or :memory: (default: kitchen.db here; :memory: with --port 0)',
    ).argParser(allowed(optionValues.db)),
    option('--scenario <ID>', 'scenario saved for the workspace "default" at start'),
    ...scenarioOptions('the scenario, without --scenario of the one that is saved already'),
    option('--scenarios <DIR>', 'folder with scenarios of your own; may be repeated').argParser(
      list(delimiter, optionValues.scenarioFolders),
    ),
    option('--protocol <ERA>', 'modern is 2026-07-28, legacy the revisions of 2025')
      .choices(PROTOCOLS)
      .default('both'),
    option('--idle-timeout <TIME>', 'a session without traffic ends after this (10m)').argParser(
      duration(optionValues.idleTimeoutMs),
    ),
    option('--max-body <SIZE>', 'largest request body that is read (4MiB)').argParser(
      size(optionValues.maxBodyBytes),
    ),
    option('--record-cap <SIZE>', 'stored bytes of each body and header block (64KiB)').argParser(
      size(optionValues.recordCapBytes),
    ),
    option('--record-bytes <SIZE>', 'stored bytes of all observations together (1GiB)').argParser(
      size(retention.totalBytes),
    ),
    option('--record-count <COUNT>', 'stored observations of each workspace (100000)').argParser(
      integer(1, 100_000_000),
    ),
    option('--record-age <TIME>', 'how long observations are stored (30d)').argParser(
      duration(retention.maxAgeMs),
    ),
    option('--open-workspaces', 'make a workspace when a client first comes to its address'),
    option('--allow-host <HOST>', 'Host to accept beside loopback; may be repeated').argParser(
      list(',', optionValues.allowHosts),
    ),
    option('--allow-origin <ORIGIN>', 'Origin of a browser client; may be repeated').argParser(
      list(',', optionValues.allowOrigins),
    ),
    option('--no-marks', 'leave the Kitchen-… headers out of answers'),
    option(
      '--admin-token <TOKEN>',
      'token for the admin API; made at start where --host is not loopback',
    ).argParser(allowed(optionValues.adminToken)),
    option('--mcp-token <TOKEN>', 'token that MCP clients must send').argParser(
      allowed(optionValues.mcpToken),
    ),
    option('--log-level <LEVEL>', 'what is logged to stderr').choices(LOG_LEVELS).default('info'),
    option('--json', 'print one JSON line when listening, and log lines as JSON'),
  ];
}

export function toKitchenOptions(options: ServeOptions): KitchenOptions {
  return {
    port: options.port,
    tlsPort: options.tls,
    host: options.host,
    db: options.db,
    scenario: options.scenario,
    params: options.params,
    seed: options.seed,
    scenarioFolders: options.scenarios,
    protocol: options.protocol,
    idleTimeoutMs: options.idleTimeout,
    maxBodyBytes: options.maxBody,
    recordCapBytes: options.recordCap,
    retention: {
      ...(options.recordBytes !== undefined && { totalBytes: options.recordBytes }),
      ...(options.recordCount !== undefined && { perWorkspace: options.recordCount }),
      ...(options.recordAge !== undefined && { maxAgeMs: options.recordAge }),
    },
    openWorkspaces: options.openWorkspaces,
    allowHosts: options.allowHost,
    allowOrigins: options.allowOrigin,
    marks: options.marks,
    adminToken: options.adminToken,
    mcpToken: options.mcpToken,
  };
}
