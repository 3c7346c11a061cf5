import type { ImageDerivative } from '#engine/compile/types.ts';
import type { Crop, Grade } from './image-key.ts';
import type { OpenGraphTask } from './open-graph-tasks.ts';

/** A file that pages reference, with its inputs; plain data, so that another process can make it. */
export type FileTask = ImageTask | PreviewTask;

export interface ImageTask extends Pick<ImageDerivative, 'format' | 'width' | 'path'> {
  readonly kind: 'picture';
  /** Its location in a document, for messages. */
  readonly where: string;
  readonly src: string;
  readonly crop: Crop;
  readonly grade: Grade;
  /** Background of its transparent parts. */
  readonly ground: string;
}

export interface PreviewTask {
  readonly kind: 'preview';
  readonly path: string;
  readonly preview: OpenGraphTask;
}

/** For progress and messages. */
export const describeTask = (task: FileTask): string =>
  task.kind === 'picture' ? task.path : `link preview ${task.preview.key}`;
