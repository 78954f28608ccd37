import { ApiProperty } from '@nestjs/swagger';
import { TOOLS } from './quick-starts';

class QuickStartStepView {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'sign-in.mjs',
    description: 'The file to save the text as; null: lines for a shell.',
  })
  file: string | null;

  @ApiProperty()
  text: string;
}

class QuickStartView {
  @ApiProperty({ enum: TOOLS })
  tool: (typeof TOOLS)[number];

  @ApiProperty({ type: [QuickStartStepView] })
  steps: QuickStartStepView[];
}

export class QuickStartListView {
  @ApiProperty({
    type: [QuickStartView],
    description: 'None for an application whose requests need a key, such as one under a security profile.',
  })
  items: QuickStartView[];
}
