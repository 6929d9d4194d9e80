/** What the menu of a person opens beside pages, as the menu and texts that lead there call it. */
export const ACCOUNT_MENU = {
  name: 'Your name',
  password: 'Change password',
  signIn: 'Sign-in methods',
  company: 'Company account',
  sessions: 'Your sessions',
  notices: 'Notice settings',
} as const
