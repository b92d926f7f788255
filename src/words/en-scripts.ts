const NUMBER = new Intl.NumberFormat('en-GB')

const articles = (count: number) => `${count} ${count === 1 ? 'article' : 'articles'}`
const results = (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`
const tooLong = (what: string) => (max: number) => `${what} has at most ${NUMBER.format(max)} characters.`

const AGAIN = 'Something went wrong. Please try again.'
const TOO_MANY = 'Too many requests. Please try again in a few minutes.'
const EMAIL_INVALID = 'Please enter a valid email address.'

/** The words that scripts of readers' pages show, of which pages show many, too. Browsers load them as a file of their own. */
export const enScripts = {
  quoted: (text: string) => `“${text}”`,

  // Lists of stories
  articles,
  minutes: (count: number) => `${count} min`,
  uncategorized: 'Uncategorized',
  unknownAuthor: 'Unknown Author',
  /** Before the names of who wrote a story that has no roles. */
  by: 'by',
  browseAll: 'Browse all articles',
  browseAllArticles: 'Browse All Articles',
  shownOf: (shown: number, total: number) => `Showing ${shown} of ${total} articles.`,
  showMore: 'Show more',
  loadingArticles: 'Loading articles...',
  moreNotLoaded: 'More articles could not be loaded.',

  // What went wrong
  tryAgain: 'Try Again',
  notReached: 'The magazine could not be reached. Please check your connection.',
  articlesNotLoaded: 'Failed to load articles',

  search: {
    field: 'Search articles',
    button: 'Search',
    recent: 'Recent searches',
    results: 'Search results',
    searching: 'Searching...',
    notAnswering: 'Search is not answering. Press Enter to try on the Browse page.',
    none: (text: string) => `No results for “${text}”`,
    people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
    found: (total: number, shown: number) => `${results(total)}, ${shown} shown`,
    foundClose: (total: number, shown: number) =>
      `${total} ${total === 1 ? 'close match' : 'close matches'}, ${shown} shown`,
    foundWithWords: (total: number, shown: number) => `${total} more with these words, ${shown} shown`,
    viewAll: (total: number) => `View all ${total} results`,
    viewAllClose: (total: number) => `View all ${total} close matches`,
    viewAllAndClose: 'View all results and close matches',
    closeMatches: 'Close matches',
    moreWithWords: 'More with these words',
    closestOf: (shown: number, total: number) => `The ${shown} closest of ${total}`,
    stories: (count: number) => `${count} ${count === 1 ? 'story' : 'stories'}`,
    /** Before and after the text that is offered. */
    didYouMean: { before: 'Did you mean ', after: '?' },
    suggestions: 'Suggestions',
    suggestionCount: (count: number) => `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`,
  },

  browse: {
    title: 'Browse',
    all: 'All Articles',
    allCategories: 'All',
    filterByCategory: 'Filter by category',
    more: 'More',
    less: 'Less',
    clearAll: 'Clear all',
    clearFilters: 'Clear all filters',
    filters: 'Filters',
    category: 'Category',
    anyCategory: 'All categories',
    author: 'Author',
    anyAuthor: 'All authors',
    readTime: 'Read time',
    anyLength: 'Any length',
    readTimes: {
      short: 'Short (5 min or less)',
      medium: 'Medium (5-10 min)',
      long: 'Long (10+ min)',
    },
    reads: { short: 'Short reads', medium: 'Medium reads', long: 'Long reads' },
    inCategory: (category: string) => `in ${category}`,
    byAuthor: (author: string) => `by ${author}`,
    sort: 'Sort',
    sorts: { latest: 'Latest', oldest: 'Oldest', title: 'Title A-Z', 'read-time': 'Read Time' },
    view: 'View',
    views: { grid: 'Grid view', list: 'List view' },
    showing: (first: number, last: number, total: number) => `Showing ${first}-${last} of ${total} articles`,
    pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
    pages: 'Pages',
    page: (page: number) => `Page ${page}`,
    previous: 'Previous',
    next: 'Next',
    noneFound: 'No articles found',
    adjust: "Try adjusting your search terms or filters to find what you're looking for.",
    noneYet: 'The first stories are still being written.',
    newest: 'The newest stories',
  },

  forms: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    subject: 'Subject',
    message: 'Message',
    placeholders: {
      name: 'Marit Solberg',
      email: 'marit@example.com',
      phone: '+1 (555) 123-4567',
      subject: "What's this about?",
      message: 'Tell us more about your inquiry...',
    },
    send: 'Send Message',
    sending: 'Sending...',
    firstName: 'First name',
    yourEmail: 'Your email',
    subscribe: 'Subscribe',
    subscribing: 'Subscribing...',
    whatToSend: 'What to send you',
    privacy: 'Privacy',
    leaveEmpty: 'Leave this empty',
    allSet: "You're all set!",
    continueReading: 'Continue Reading',
    /** Asks a new subscriber to confirm. */
    confirm: 'Please confirm: follow the link in the mail that we send you.',
    /** What is wrong with a field; `max` is the number of its characters. */
    errors: {
      name: { missing: () => 'Please enter your name.', 'too-long': tooLong('A name') },
      email: {
        missing: () => 'Please enter your email address.',
        invalid: () => EMAIL_INVALID,
        'too-long': tooLong('An email address'),
      },
      phone: { 'too-long': tooLong('A phone number') },
      subject: { 'too-long': tooLong('A subject') },
      message: { missing: () => 'Please enter a message.', 'too-long': tooLong('A message') },
      subscriber: {
        missing: () => 'Please enter your email address to subscribe.',
        invalid: () => EMAIL_INVALID,
        'too-long': tooLong('An email address'),
      },
      first_name: { 'too-long': tooLong('A first name') },
    },
  },

  /** What became of a form that scripts send, too; see SentOutcome. */
  outcomes: {
    subscribed: {
      title: (siteName: string) => `Welcome to ${siteName}!`,
      text: "You've successfully subscribed to our newsletter.",
    },
    thanks: { title: 'Thanks for subscribing!' },
    'email-required': {
      title: 'Email required',
      text: 'Please enter your email address to subscribe.',
    },
    'sign-up-invalid': { title: 'Subscription failed', text: EMAIL_INVALID },
    'already-subscribed': {
      title: 'Already subscribed',
      text: 'This email is already subscribed to our newsletter.',
      link: 'Choose what comes',
    },
    'not-subscribed': { title: 'Subscription failed', text: AGAIN },
    'too-many-sign-ups': { title: 'Subscription failed', text: TOO_MANY },
    'message-sent': {
      title: 'Message sent successfully!',
      text: "We'll get back to you as soon as possible.",
    },
    'message-invalid': {
      title: 'Error',
      text: 'Please fill in your name, a valid email address and a message. Your browser’s Back button brings back what you wrote.',
    },
    'message-not-sent': { title: 'Error', text: 'Failed to send message. Please try again.' },
    'too-many-messages': { title: 'Error', text: TOO_MANY },
  },

  share: {
    copyLink: 'Copy Link',
    linkCopied: 'Link copied!',
    linkCopiedText: 'Article link copied to clipboard',
    notCopied: 'Failed to copy',
    linkNotCopied: 'Could not copy link to clipboard',
    captionNotCopied: 'Could not copy the caption to clipboard',
    noImage: 'No image available',
    noImageText: 'Pinterest sharing requires an image',
    openingInstagram: 'Opening Instagram',
    openingInstagramText: 'Caption copied - paste it in your new post!',
    instagramOpened: 'Instagram opened!',
    instagramOpenedText: 'Caption copied - create a new post and paste it!',
    captionCopied: 'Caption copied',
    captionCopiedText: 'Open Instagram, create a new post and paste it!',
  },

  story: {
    back: 'Back to Articles',
    facts: 'Facts',
    pictureOf: (place: number, count: number) => `Picture ${place} of ${count}`,
    /** In place of a text that cannot be shown. */
    unreadable: {
      unknown: 'Content not available',
      interactive: 'Error loading interactive content',
      'mixed-media': 'Error loading mixed media content',
    },
  },

  author: {
    joined: (month: string) => `Joined ${month}`,
    /** Before and after the name. */
    articlesBy: (total: number) => ({ before: 'Articles by ', after: ` (${total})` }),
    noArticles: 'No articles found by this author yet.',
  },

  /** The bar of a preview, of which the 404 page shows one where no publisher answers. */
  previewBar: {
    preview: 'Preview',
    shows: {
      draft: 'This story is not published.',
      scheduled: 'This story is not out yet.',
      changes: 'These changes are not published.',
      published: 'This story is published.',
    },
    ends: (day: string) => `The link ends on ${day}.`,
  },
}
