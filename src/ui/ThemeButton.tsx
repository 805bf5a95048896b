import { Button } from './Button.tsx'

/** Switches between dark and light. */
export function ThemeButton(props: { theme: 'dark' | 'light'; onChange: (theme: 'dark' | 'light') => void }) {
  const next = props.theme === 'dark' ? 'light' : 'dark'
  return <Button onClick={() => props.onChange(next)}>Use the {next} theme</Button>
}
