/**
 * Replaces the languages and chain icons of RainbowKit that the portal never shows: its dialogs are in English,
 * and its only chain is BSC. Each would be a file of its own, with its integrity listed in the page.
 * Written for @rainbow-me/rainbowkit 2.2.11.
 */
export default ''
