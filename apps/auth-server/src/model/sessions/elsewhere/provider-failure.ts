/** A provider cannot be reached, or what it answers is not valid. Its message is for the operator. */
export class ProviderFailure extends Error {}
