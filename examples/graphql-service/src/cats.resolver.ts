import { AccessToken, Public, RequireScopes, type VerifiedAccessToken } from '@consentry/guard';
import { Args, Field, Mutation, ObjectType, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';

@ObjectType()
export class Cat {
  @Field() name: string;
}

@Resolver(() => Cat)
export class CatsResolver {
  private readonly cats = new Map<string, Cat[]>();

  @Public()
  @Query(() => String)
  hello() {
    return 'Cats are served here';
  }

  @Query(() => [Cat])
  @RequireScopes('cats:read')
  list(@AccessToken() { subject }: VerifiedAccessToken): Cat[] {
    return this.cats.get(subject) ?? [];
  }

  @Mutation(() => Cat)
  @RequireScopes('cats:write')
  add(@AccessToken() { subject }: VerifiedAccessToken, @Args('name') name: string): Cat {
    const cat = { name };
    this.cats.set(subject, [...(this.cats.get(subject) ?? []), cat]);
    return cat;
  }

  /** A part of the answer that needs more than the rest. */
  @ResolveField(() => String)
  @RequireScopes('cats:health')
  illness(@Parent() { name }: Cat) {
    return `${name} is well`;
  }
}
