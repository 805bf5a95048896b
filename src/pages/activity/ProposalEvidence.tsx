import { FingerprintText } from '#components/proposal/FingerprintText.tsx'
import { count } from '#domain/shared/format.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { transfersIn } from '#safe/tx/decodeProposal.ts'
import { Card } from '#ui/content/Card.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { Checks, checksWords } from './ChecksCard.tsx'
import css from './ProposalEvidence.module.css'

/** The checks of a proposal, and the hashes that a signer compares. */
export function ProposalEvidence({ report }: { report: ProposalReport }) {
  return (
    <Card title={checksWords(report)}>
      <Checks checks={firstChecks(report)} />
      <p className="text-small">Only you can judge whether these are the right people.</p>
      <div>
        <Disclosure summary={`All ${count(report.checks.length, 'check')}`}>
          <Checks checks={report.checks} />
          <p className="text-small">
            The fields and signatures come from the {report.source}. We computed everything else in your
            browser or read it from the network.
          </p>
        </Disclosure>
        <Hashes report={report} />
      </div>
    </Card>
  )
}

/** The three hashes, in the order that signing devices show them, and the fields they cover. */
function Hashes({ report }: { report: ProposalReport }) {
  const { hashes, tx, version, safe, content } = report
  if (!hashes) return null
  return (
    <Disclosure summary="Compare before signing: hashes and fingerprint">
      <p className="text-small">
        Your hardware wallet should show exactly these. If one character differs, don’t sign.
      </p>
      <dl className={css.hashes}>
        <Hash name="Domain hash" value={hashes.domainHash} />
        <Hash name="Message hash" value={hashes.messageHash} />
        <Hash name="safeTxHash" value={hashes.safeTxHash} />
      </dl>
      {content.others === 0 && <FingerprintText account={safe} transfers={transfersIn(content)} />}
      <Disclosure summary={`Raw transaction fields${version ? ` (contract version ${version})` : ''}`}>
        <dl className={css.hashes}>
          {Object.entries(tx).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd translate="no" className="text-mono">
                {String(value)}
              </dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </Disclosure>
  )
}

/** Groups of eight digits for comparison by eye; copied text has no gaps. */
function Hash({ name, value }: { name: string; value: string }) {
  const groups = value.slice(2).match(/.{1,8}/g) ?? []
  return (
    <div>
      <dt>{name}</dt>
      <dd className={css.hash}>
        <span translate="no" className="text-mono">
          0x
          {groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same digits can occur twice
            <span key={index} className={css.digits}>
              {group}
            </span>
          ))}
        </span>
        <CopyButton text={value} label={`Copy ${name}`} />
      </dd>
    </div>
  )
}

/** All checks that could not be made, then some of the others. */
function firstChecks({ checks }: ProposalReport) {
  const open = checks.filter(({ result }) => result === 'unknown')
  return [...open, ...checks.filter(({ result }) => result === 'same')].slice(0, Math.max(3, open.length))
}
