/** Where a person who is signed in begins. */
export const START = '/account/apps';
