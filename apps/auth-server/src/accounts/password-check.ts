import { Injectable } from '@nestjs/common';
import { PasswordHasher } from './password-hasher';
import { type Attempt, SignInBrake } from './sign-in-brake';

/** Judges a password, behind the brake and the queue. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly brake: SignInBrake,
  ) {}

  /**
   * @param stored the password's hash; `null` where there is no such account.
   * @throws Problem 429 when the brake holds, before anything is hashed; OAuthError 503 when the queue is full.
   */
  async fits(stored: string | null, password: string, attempt: Attempt): Promise<boolean> {
    await this.brake.assertFree(attempt);
    const fits = await this.hasher.verify(stored, password, () => this.brake.count(attempt));
    if (fits) await this.brake.clear(attempt);
    return fits;
  }
}
