/** An error of RFC 6749 §5.2. */
export class Refusal extends Error {
  constructor(error, status = 400) {
    super(error);
    this.status = status;
  }
}
