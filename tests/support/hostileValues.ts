/** Values that are dangerous to read. */

/** Throws on every property. */
export const throwing: object = new Proxy(
  {},
  {
    get() {
      throw new Error('boo')
    },
    has() {
      throw new Error('boo')
    },
  },
)

const revocable = Proxy.revocable({}, {})
revocable.revoke()
/** Throws even on `instanceof`. */
export const revoked: object = revocable.proxy

/** Every property is another such object. */
export const endless = (): object => new Proxy({}, { get: () => endless() })

/** Its causes form a cycle. */
export const cyclic = Object.assign(new Error('a'), { code: -32603 })
cyclic.cause = new Error('b', { cause: cyclic })

/** The same, with a rejection in the cycle. */
export const cyclicRejection = Object.assign(new Error('a'), { cause: {} as unknown })
cyclicRejection.cause = Object.assign(new Error('b'), { code: 4001, cause: cyclicRejection })

export const throwingCause = Object.defineProperty(Object.assign(new Error('a'), { code: -32603 }), 'cause', {
  get() {
    throw new Error('boo')
  },
})
