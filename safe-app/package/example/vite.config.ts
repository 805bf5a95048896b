import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// A Safe reads /manifest.json from its own origin.
const server = { port: 3000, strictPort: true, cors: { origin: '*' } }

export default defineConfig({ plugins: [react()], server, preview: server })
