import { boot } from '#boot/boot.ts'

const root = document.getElementById('root')
if (root) void boot(root)
