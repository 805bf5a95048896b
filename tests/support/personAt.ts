import type { Person } from '#domain/people/Person.ts'
import { payeeAt } from './payeeAt.ts'

/** One of many people, each with an address and a name of their own. `index` is also when they were added (ms). */
export const personAt = (index: number, some: Partial<Person> = {}): Person => ({
  address: payeeAt(index),
  name: `Person ${index}`,
  note: '',
  handle: '',
  proof: '',
  tags: [],
  addedAt: index,
  ...some,
})
