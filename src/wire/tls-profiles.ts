/** What is wrong with TLS at a port. */
import type { CertificateFlaw } from './certificates.js';

/** How the handshake is let down, where it never gets so far that a certificate matters. */
export type HandshakeFault = 'alert' | 'close' | 'reset' | 'silent';

interface Profile {
  readonly summary: string;
  readonly flaw?: CertificateFlaw;
  /** The only version that is spoken. */
  readonly version?: 'TLSv1' | 'TLSv1.1';
  readonly handshake?: HandshakeFault;
  /** Plain HTTP is spoken instead. */
  readonly plain?: true;
}

export const TLS_PROFILES = {
  right: { summary: 'nothing: the certificate is signed by the kitchen’s own authority' },
  self_signed: { summary: 'the certificate is signed by itself', flaw: 'self_signed' },
  expired: { summary: 'the certificate has expired', flaw: 'expired' },
  not_yet_valid: { summary: 'the certificate is not valid yet', flaw: 'not_yet_valid' },
  wrong_name: { summary: 'the certificate is for another host', flaw: 'wrong_name' },
  tls_1_0: { summary: 'only TLS 1.0 is spoken', version: 'TLSv1' },
  tls_1_1: { summary: 'only TLS 1.1 is spoken', version: 'TLSv1.1' },
  plain_http: { summary: 'plain HTTP is spoken', plain: true },
  handshake_alert: { summary: 'the handshake is refused with an alert', handshake: 'alert' },
  handshake_close: { summary: 'the connection closes in the handshake', handshake: 'close' },
  handshake_reset: { summary: 'the connection is reset in the handshake', handshake: 'reset' },
  handshake_silent: { summary: 'the handshake is never answered', handshake: 'silent' },
} as const satisfies Record<string, Profile>;

export type TlsProfile = keyof typeof TLS_PROFILES;

export function tlsProfile(name: TlsProfile): Profile {
  return TLS_PROFILES[name];
}

export function tlsProfileNames(): readonly [TlsProfile, ...TlsProfile[]] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object that is not empty
  return Object.keys(TLS_PROFILES) as [TlsProfile, ...TlsProfile[]];
}
