import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class SensorError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The sensor gateway answered ${status}; list the sensors first.`);
    this.status = status;
  }
}

async function readSensor(sensorId: string): Promise<number> {
  const res = await fetch(`https://sensors.example.com/sensors/${encodeURIComponent(sensorId)}`);
  if (!res.ok) throw new SensorError(res.status);
  return ((await res.json()) as { value: number }).value;
}

function toResult(value: number): CallToolResult {
  return { content: [{ type: 'text', text: String(value) }] };
}

function toToolError(error: unknown): CallToolResult {
  const asleep = error instanceof SensorError && error.status === 503;
  const payload = asleep
    ? {
        errorCategory: 'transient',
        isRetryable: true,
        retryAfterSeconds: 60,
        errorCode: 'SENSOR_ASLEEP',
        description: 'The sensor wakes once a minute. Read it again after the wait.',
      }
    : {
        errorCategory: 'transient',
        isRetryable: false,
        errorCode: 'SENSOR_UNREACHABLE',
        description: 'The gateway gave no clear answer. Tell the user that the sensor cannot be read.',
      };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'sensors', version: '1.0.0' });

server.registerTool(
  'read_sensor',
  { description: 'Reads a sensor.', inputSchema: { sensorId: z.string() }, annotations: { readOnlyHint: true } },
  async ({ sensorId }) => {
    return readSensor(sensorId).then(toResult, toToolError);
  },
);
