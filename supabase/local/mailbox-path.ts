/** Where the local stack shows its mails, and takes those of functions and letters. */
export const MAILBOX_PATH = '/_local/mail'
