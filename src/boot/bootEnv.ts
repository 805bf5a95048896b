import type { BootEnv } from '#parseEnv.ts'

/** What boot needs of the configuration, by itself: the rest of it is no part of the boot entry. */
export const bootEnv = import.meta.env.PORTAL_BOOT as BootEnv
