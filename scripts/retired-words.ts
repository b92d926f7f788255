import type { Rule } from 'eslint'

/** Words that are not used, alone or as a part of a name, and what to write instead. */
const WORDS: Readonly<Record<string, string>> = {
  sitting: 'editing session',
  sieve: 'section filter',
  errand: 'job',
  stranger: 'unknown file',
  patience: 'REQUEST_TIMEOUT_MS',
  hindrance: 'disabledReason',
  'safety-copy': 'local draft',
  'kept-form': 'form draft',
  'form-keeper': 'form draft',
  keeper: 'draft',
  'title-card': 'social card',
  'article-proof': 'article preview',
  rail: 'sidebar',
  rebase: 'merge',
  unsettled: 'orphaned',
  stopwatch: 'timings',
}

/** Names that are retired only as a whole: as a part of another name, or in a sentence, the word may be right. */
const NAMES: Readonly<Record<string, string>> = {
  ServerText: 'ArticleRecord',
  StoredArticle: 'SavedArticle',
  LaterGallery: 'DeferredGallery',
  cutIntoParts: 'chunkList',
  listParts: 'listChunks',
  isAsBuilt: 'isDefault',
  SHOWN: 'PAGE_SIZE',
  rowOf: 'parseRow',
  dataOf: 'unwrap',
  allRows: 'fetchAll',
  leastStep: 'minStep',
  settle: 'normalizeBlocks',
  offers: 'recoverableDrafts',
  offerFor: 'recoveryFor',
  trouble: 'saveError',
  epoch: 'revision',
  wish: 'filter',
  wishes: 'FILTER_KEYS',
  WISHES: 'FILTER_KEYS',
  NARROWS: 'HAS_FILTER',
  ASKS: 'HAS_QUERY',
  SPEAKS: 'HAS_PARAMS',
  lap: 'mark',
  laps: 'entries',
  followedBy: 'then',
  adopted: 'withServer',
  asking: 'promptConflict',
  mergeQuietly: 'autoMerge',
  Cells: 'ViewBuilder',
  RowFacts: 'RowMeta',
  makeLost: 'notFoundMessage',
  answerLostAddress: 'renderLiveFallback',
  inParallel: 'mapLimit',
  tellFailure: 'toastError',
  sayCopied: 'toastCopied',
  sayEnded: 'toastUploads',
  explain: 'describeError',
  reasonOf: 'describeError',
  LonelyAuthor: 'AuthorWithoutAccount',
  Nobody: 'an empty state named for what it lists',
}

const LIMITS: Readonly<Record<string, string>> = {
  MOST: 'MAX',
  LONGEST: 'MAX',
  LEAST: 'MIN',
  SHORTEST: 'MIN',
}

const WORD = new RegExp(`(?:^|-)(${Object.keys(WORDS).join('|')})s?(?=-|$)`)

/** 'TemplateRail', 'template rail' → 'template-rail'. */
function kebabCase(text: string): string {
  return text
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-')
    .replaceAll(/[^A-Za-z]+/g, '-')
    .toLowerCase()
}

/** What is wrong with a name; null when nothing is. */
export function retiredName(name: string): string | null {
  const instead = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined
  if (instead !== undefined) return message(name, instead)
  const limit = /(?:^|_)(MOST|LEAST|LONGEST|SHORTEST)(?=_|$)/.exec(name)?.[1]
  return limit === undefined ? retiredWord(name) : message(limit, LIMITS[limit])
}

/** What is wrong with a comment, a test title, a file name or a style sheet; null when nothing is. */
export function retiredWord(text: string): string | null {
  const [, word] = WORD.exec(kebabCase(text)) ?? []
  if (word !== undefined) return message(word, WORDS[word])
  const name = text.match(/\b[A-Za-z]+[A-Z]\w*\b/g)?.find((candidate) => Object.hasOwn(NAMES, candidate))
  return name === undefined ? null : message(name, NAMES[name])
}

function message(word: string, instead = ''): string {
  return `'${word}' is retired. Write: ${instead} (scripts/retired-words.ts).`
}

const TESTS = /^(?:test|describe|it)\b/

/** Lint rule: no retired word in names, comments and test titles. */
export const noRetiredWords: Rule.RuleModule = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => {
    const report = (node: Rule.Node, found: string | null) => {
      if (found !== null) context.report({ node, message: found })
    }
    const checkName = (node: Rule.Node & { name: string }) => {
      const { parent } = node
      // A property that is read is named where it is declared, which may be a library.
      const isRead = parent?.type === 'MemberExpression' && parent.property === node && !parent.computed
      if (!isRead) report(node, retiredName(node.name))
    }
    return {
      Identifier: checkName,
      PrivateIdentifier: checkName,
      CallExpression: (node) => {
        const [title] = node.arguments
        if (title === undefined || !TESTS.test(context.sourceCode.getText(node.callee))) return
        if (title.type === 'Literal' || title.type === 'TemplateLiteral')
          report(node, retiredWord(context.sourceCode.getText(title)))
      },
      Program: () => {
        for (const { value, loc } of context.sourceCode.getAllComments()) {
          const found = retiredWord(value)
          if (found !== null && loc) context.report({ loc, message: found })
        }
      },
    }
  },
}
