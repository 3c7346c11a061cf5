import { defineSite } from '#engine/base/define-site.ts';

export default defineSite({ journeys: ['registration'] });
