import { day } from '#domain/shared/format.ts'

/** `15 Dec 2026`, whatever the time zone. @param dueOn `YYYY-MM-DD` */
export function dueText(dueOn: string): string {
  return day(Date.parse(`${dueOn}T12:00`))
}
