import { writeFileSync } from 'node:fs'
import { layersFile } from './layers.ts'

writeFileSync('biome.layers.json', layersFile())
