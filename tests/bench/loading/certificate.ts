import { createHash, X509Certificate } from 'node:crypto'
import { getCertificate } from '@vitejs/plugin-basic-ssl'

/** A key and a certificate of its own for localhost, in PEM, made on the first run. */
export const certificate = await getCertificate('.cache/certificate')

/** The argument that makes Chromium trust it: files of a site that it merely tolerates are not kept in its cache. */
export const trustCertificate = `--ignore-certificate-errors-spki-list=${hashOfKey(certificate)}`

function hashOfKey(pem: string): string {
  const [only = ''] = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/.exec(pem) ?? []
  const key = new X509Certificate(only).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}
