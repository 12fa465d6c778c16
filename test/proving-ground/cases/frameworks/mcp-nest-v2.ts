import { McpError, ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { Payload } from '@nestjs/microservices';
import { McpController, Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { isForbidden, PetsClient } from './pets.client.js';

@McpController()
export class PetsController {
  constructor(private readonly pets: PetsClient) {}

  @Tool({
    name: 'list_pets',
    description: 'Lists the pets of an owner.',
    parameters: z.object({ owner: z.string() }),
    annotations: { readOnlyHint: true },
  })
  async listPets(@Payload() { owner }: { owner: string }) {
    try {
      return { content: [{ type: 'text', text: JSON.stringify(await this.pets.list(owner)) }] };
    } catch { // expect: no-swallowed-error
      return { content: [{ type: 'text', text: '[]' }] };
    }
  }

  @Tool({
    name: 'rename_pet',
    description: 'Renames a pet.',
    parameters: z.object({ pet: z.string(), name: z.string() }),
  })
  async renamePet(@Payload() { pet, name }: { pet: string; name: string }) {
    try {
      await this.pets.rename(pet, name);
    } catch { // expect: no-protocol-error
      throw new McpError(ErrorCode.InternalError, `Pet ${pet} kept its name; read the pet first.`);
    }
    return { content: [{ type: 'text', text: `${pet} is called ${name} now.` }] };
  }

  @Tool({
    name: 'register_pet',
    description: 'Registers a pet.',
    parameters: z.object({ name: z.string() }),
  })
  async registerPet(@Payload() { name }: { name: string }) {
    try {
      const pet = await this.pets.register(name);
      return { content: [{ type: 'text', text: `Registered ${name} as ${pet.id}.` }] };
    } catch (error) {
      if (!isForbidden(error)) throw error;
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({
        errorCategory: 'permission',
        isRetryable: false,
        errorCode: 'REGISTER_FORBIDDEN',
        description: 'Only vets may register pets. Ask the practice.',
        customerFriendlyMessage: 'Please ask your vet to register the pet.',
      }) }] };
    }
  }
}
