import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import { canNotify, showNotification, useNotifications } from '#components/settings/switches.ts'
import type { Attention } from '#domain/shared/StatusText.ts'
import { pollHidden } from '#queries/activity.ts'
import { intervals } from '#queries/polling.ts'
import { useAttention } from './useAttention.ts'

/** A larger number is shown as this one with a plus. */
const MOST_SHOWN = 99

/**
 * Shows the number of tasks that wait for the person, in the navigation and the title of every page and on the icon of
 * the installed app. Away from the Overview it reads nothing, unless the person wants notifications.
 */
export function AttentionWatch({ account }: { account: Account }) {
  const [location] = useLocation()
  const isNotifying = useNotifications() && canNotify()
  const { proposals, others, queue } = useAttention(account, isNotifying || location === '/')
  const all = [...others, ...proposals]
  useCount(all.length)
  useHiddenPolling(account, isNotifying)
  useNotices(all, isNotifying && (queue.data !== undefined || account.activity.queued === null))
  return null
}

/**
 * Shows a number beside Overview in the navigation, in the document's title, whatever page writes its title there, and
 * on the app's icon. Nobody sees the last two in a frame.
 */
function useCount(number: number) {
  useEffect(() => {
    const { dataset, style } = document.documentElement
    if (number === 0) return
    dataset.waiting = ''
    style.setProperty('--waiting', `"${number > MOST_SHOWN ? `${MOST_SHOWN}+` : number}"`)
    return () => {
      delete dataset.waiting
    }
  }, [number])
  const count = window.parent === window ? number : 0
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(/^\(\d+\) /, '')
      const title = count > 0 ? `(${count}) ${plain}` : plain
      if (document.title !== title) document.title = title
    }
    write()
    const observer = new MutationObserver(write)
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    // Not every browser has badges, and they appear only for installed apps.
    navigator.setAppBadge?.(count).catch(() => {})
    return () => observer.disconnect()
  }, [count])
  useEffect(
    () => () => {
      document.title = document.title.replace(/^\(\d+\) /, '')
      navigator.clearAppBadge?.().catch(() => {})
    },
    [],
  )
}

function useHiddenPolling(account: Account, isOn: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (document.hidden) pollHidden(client, account)
    }, intervals.hiddenTab)
    return () => clearInterval(timer)
  }, [client, account, isOn])
}

/** Notifies a person who looks at another page or app of new tasks since the first complete reading. */
function useNotices(all: readonly Attention[], isOn: boolean) {
  const known = useRef<ReadonlySet<string> | null>(null)
  const ids = all.map(({ id }) => id).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids say what is new
  useEffect(() => {
    if (!isOn) return
    const before = known.current
    known.current = new Set([...(before ?? []), ...all.map(({ id }) => id)])
    if (!before || !document.hidden) return
    for (const one of all) if (!before.has(one.id)) void showNotification(one)
  }, [ids, isOn])
}
