/** Certificates made for this run of the process: an authority of its own, and what it signs, right and wrong. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type CertificateFlaw = 'none' | 'self_signed' | 'expired' | 'not_yet_valid' | 'wrong_name';

export interface Certificate {
  /** PEM. */
  readonly key: string;
  /** PEM. */
  readonly cert: string;
}

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

export class Certificates {
  readonly #made = new Map<CertificateFlaw, Promise<Certificate>>();
  #authority: Promise<Certificate> | undefined;
  #folder: string | undefined;

  /** @param host a name or address beside the loopback ones that the right certificate is good for */
  constructor(private readonly host: string) {}

  of(flaw: CertificateFlaw): Promise<Certificate> {
    let made = this.#made.get(flaw);
    if (made === undefined) {
      made = this.#make(flaw);
      this.#made.set(flaw, made);
    }
    return made;
  }

  /** Path of a file with the certificate of the authority, in PEM; it is there until `close`. */
  async authorityFile(): Promise<string> {
    const { cert } = await this.#certified();
    this.#folder ??= mkdtempSync(join(tmpdir(), 'kitchen-ca-'));
    const file = join(this.#folder, 'ca.pem');
    writeFileSync(file, cert);
    return file;
  }

  close(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #certified(): Promise<Certificate> {
    this.#authority ??= this.#makeAuthority();
    return this.#authority;
  }

  async #makeAuthority(): Promise<Certificate> {
    // Loaded only here: most kitchens never speak TLS.
    const { generate } = await import('selfsigned');
    const made = await generate([{ name: 'commonName', value: 'MCP Fault Kitchen' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notBeforeDate: new Date(Date.now() - DAY_MS),
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ],
    });
    return { key: made.private, cert: made.cert };
  }

  async #make(flaw: CertificateFlaw): Promise<Certificate> {
    const { generate } = await import('selfsigned');
    const now = Date.now();
    const from = flaw === 'expired' ? -YEAR_MS : flaw === 'not_yet_valid' ? DAY_MS : -DAY_MS;
    const to = flaw === 'expired' ? -DAY_MS : YEAR_MS;
    const name = flaw === 'wrong_name' ? 'wrong.example' : 'localhost';
    const authority = flaw === 'self_signed' ? undefined : await this.#certified();
    const made = await generate([{ name: 'commonName', value: name }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notBeforeDate: new Date(now + from),
      notAfterDate: new Date(now + to),
      ...(authority !== undefined && { ca: { key: authority.key, cert: authority.cert } }),
      extensions: [
        { name: 'basicConstraints', cA: false },
        { name: 'extKeyUsage', serverAuth: true },
        {
          name: 'subjectAltName',
          altNames: flaw === 'wrong_name' ? [{ type: 2, value: name }] : this.#names(),
        },
      ],
    });
    return { key: made.private, cert: made.cert };
  }

  #names(): ({ type: 2; value: string } | { type: 7; ip: string })[] {
    const isAddress = /^[\d.]+$|:/.test(this.host);
    return [
      { type: 2, value: 'localhost' },
      { type: 7, ip: '127.0.0.1' },
      { type: 7, ip: '::1' },
      isAddress ? { type: 7, ip: this.host } : { type: 2, value: this.host },
    ];
  }
}
