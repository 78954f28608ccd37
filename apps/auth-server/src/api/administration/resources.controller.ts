import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { ForAdministrators } from './administrator.guard';
import { ResourcesView, toResourceView } from './resources.view';

@ForAdministrators()
@Controller('api/admin/resources')
export class ResourcesController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Get()
  @ApiOperation({ summary: 'List the resources and scopes, as this process read them at its start' })
  @ApiOkResponse({ type: ResourcesView })
  list(): ResourcesView {
    const { resourcesFile, resources } = this.settings;
    return { file: resourcesFile, items: resources.map(toResourceView) };
  }
}
