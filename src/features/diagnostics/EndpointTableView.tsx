import css from './Diagnostics.module.css'
import type { EndpointTable } from './endpoints/endpointTable.ts'

/** What every endpoint answered, by its number in the list below. */
export function EndpointTableView({ table: { rows } }: { table: EndpointTable }) {
  const count = rows[0]?.cells.length ?? 0
  return (
    <table className={css.table}>
      <caption className="visually-hidden">What every endpoint answered</caption>
      <thead>
        <tr>
          <th scope="col">Endpoint</th>
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: endpoints keep their order
            <th key={index} scope="col">
              {index + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, cells }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {cells.map(({ short, tone }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: endpoints keep their order
              <td key={index} data-tone={tone}>
                {short}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
