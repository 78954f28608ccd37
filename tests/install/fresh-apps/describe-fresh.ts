/** Without npm's registry there is nothing to install from. */
export const describeFresh = process.env.FRESH_APPS_REGISTRY === undefined ? describe.skip : describe;
