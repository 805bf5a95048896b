import { brokenLinks, longGuides, missingInDocuments } from './documentRules.ts'
import { exportedTwice, exportsForTests, unusedExports } from './exportRules.ts'
import {
  bareTexts,
  formatsElsewhere,
  kindsInPages,
  longComponents,
  longFiles,
  pathsInViteConfig,
  patternsElsewhere,
  queriesElsewhere,
  reactInDomain,
  relativeComments,
  sharedStyles,
  spreadLiterals,
  storageKeysElsewhere,
} from './placeRules.ts'
import type { Finding, Project } from './source.ts'

/** A rule of the house. */
export type Rule = {
  readonly name: string
  /** Advice to the person who breaks it. */
  readonly instead: string
  readonly find: (project: Project) => readonly Finding[]
}

/** The rules of where things live and what they are called. */
export const rules: readonly Rule[] = [
  {
    name: 'a name is exported once',
    instead:
      'Import the one that exists, or give yours a name that says how it differs. Names used through their module, as in `Token.parse`, may be equal.',
    find: exportedTwice,
  },
  {
    name: 'every export is used',
    instead: 'Drop the `export`, or the code if its own file does not use it either.',
    find: unusedExports,
  },
  {
    name: 'no export is there for tests alone',
    instead: 'Delete it, test it through the function that the portal calls, or move it to tests/support.',
    find: exportsForTests,
  },
  {
    name: 'a component has at most 150 lines',
    instead: 'Split it by what changes for different reasons.',
    find: longComponents,
  },
  {
    name: 'a file has at most 400 lines',
    instead: 'Split it by subject, so that each file changes for one reason.',
    find: longFiles,
  },
  {
    name: 'a component returns elements, never bare text',
    instead:
      'Put the text into `<>…</>`, and make elements in JSX: `src/ui/jsx.ts` then gives it an element.',
    find: bareTexts,
  },
  {
    name: 'query keys and polling times are in queries/',
    instead: 'Move the query to src/queries, with its key, its reader and how often it is asked.',
    find: queriesElsewhere,
  },
  {
    name: 'storage keys are in storage/keys.ts',
    instead: 'Add the key to src/storage/keys.ts and import it.',
    find: storageKeysElsewhere,
  },
  {
    name: 'patterns of addresses and hashes are in chain/schemas.ts',
    instead:
      'Parse it with the schema in src/chain/schemas.ts, or ask a predicate of src/chain/hex.ts, which imports nothing.',
    find: patternsElsewhere,
  },
  {
    name: 'numbers, times and plurals are formatted in domain/shared/format.ts',
    instead: 'Call `count`, `when` or their neighbours in format.ts, or add a function there.',
    find: formatsElsewhere,
  },
  {
    name: 'the domain uses neither React nor TanStack Query',
    instead: 'Move hooks to the page or component, and queries to src/queries.',
    find: reactInDomain,
  },
  {
    name: 'pages and components do not compare the kind of an account',
    instead: 'Let the account say what differs, as a field of the port in src/account.',
    find: kindsInPages,
  },
  {
    name: 'vite.config.ts names no path of src and none inside a package',
    instead: 'Put it into the plugin in src/build that needs it, or into the table of replaced modules.',
    find: pathsInViteConfig,
  },
  {
    name: 'a stylesheet belongs to at most three components in its folder',
    instead: 'Give the component a stylesheet of its own, or use a component of src/ui.',
    find: sharedStyles,
  },
  {
    name: 'documents name only files and symbols that exist',
    instead: 'Write the path or the name that the code has now.',
    find: missingInDocuments,
  },
  {
    name: 'links between documents lead to files',
    instead: 'Correct the link.',
    find: brokenLinks,
  },
  {
    name: 'an object spreads no literal',
    instead: 'Write plain properties.',
    find: spreadLiterals,
  },
  {
    name: 'an AGENTS.md has lines of at most 140 characters, and in a folder at most 25 of them',
    instead:
      'Say where to start, and move the rest to the AGENTS.md of its folder or to docs/architecture.md.',
    find: longGuides,
  },
  {
    name: 'at most 20 comments begin with What, Who, Whom, That or Where',
    instead: 'Say the reason in a short main clause.',
    find: relativeComments,
  },
]
